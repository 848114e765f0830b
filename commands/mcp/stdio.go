package mcp

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// grace is how long an end of the input waits for answers.
const grace = 10 * time.Second

// Stdio is standard input and output as a transport. Where the input ends, what
// was asked before is still answered: a client may be a pipe.
func Stdio() mcp.Transport { return patient{&mcp.StdioTransport{}, grace} }

// patient is a transport whose end waits for answers.
type patient struct {
	mcp.Transport
	grace time.Duration
}

// Connect opens the transport.
func (p patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConn{Connection: c, grace: p.grace, open: map[jsonrpc.ID]bool{}, idle: make(chan struct{}, 1), closed: make(chan struct{})}, nil
}

type patientConn struct {
	mcp.Connection
	grace  time.Duration
	idle   chan struct{} // gets a value when a request is answered
	closed chan struct{}
	once   sync.Once

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // requests without an answer
}

// Read waits at the end of the input until every request is answered.
func (c *patientConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if err != nil {
		c.wait(ctx)
		return m, err
	}
	// A subscription is answered when it ends, which may be never.
	if r, ok := m.(*jsonrpc.Request); ok && r.ID.IsValid() && r.Method != "subscriptions/listen" {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
	return m, nil
}

func (c *patientConn) wait(ctx context.Context) {
	late := time.NewTimer(c.grace)
	defer late.Stop()
	for {
		c.mu.Lock()
		left := len(c.open)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-ctx.Done():
			return
		case <-c.closed:
			return
		case <-late.C:
			return
		}
	}
}

// Write notes which requests are answered.
func (c *patientConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, r.ID)
		c.mu.Unlock()
		select {
		case c.idle <- struct{}{}:
		default: // it has one to take already
		}
	}
	return err
}

// Close closes the connection, and ends the wait.
func (c *patientConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Connection.Close()
}

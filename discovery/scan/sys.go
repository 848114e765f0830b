package scan

import "golang.org/x/sys/unix"

// The few calls of the hot path, all in POSIX. An interrupted call is made
// again.

// openAt opens a file below an open folder, without waiting and without
// following a link at its end.
func openAt(dir int, name string) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

func fstat(fd int, st *unix.Stat_t) error {
	for {
		if err := unix.Fstat(fd, st); err != unix.EINTR {
			return err
		}
	}
}

func read(fd int, b []byte) (int, error) {
	for {
		n, err := unix.Read(fd, b)
		if err != unix.EINTR {
			return max(n, 0), err
		}
	}
}

// blindAt reports whether the disk below a skill's folder takes another
// spelling for SKILL.md.
func blindAt(dir int, folder string) bool {
	var st unix.Stat_t
	return unix.Fstatat(dir, folder+"/sKILL.mD", &st, unix.AT_SYMLINK_NOFOLLOW) == nil
}

// isBlind asks the disk once for each folder of skills.
func (f *folder) isBlind(name string) bool {
	f.probe.Do(func() { f.blind = blindAt(f.fd, name) })
	return f.blind
}

module conformance

go 1.26.5

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
)

// MongoDB finds and changes a document in one step. FerretDB reads it and writes it later, so that two changes of the
// same document could both find it unchanged: the relay lets one such command run at a time.
type relay struct {
	upstream string
	changing sync.Mutex
}

const (
	headerBytes     = 16
	maxMessageBytes = 48_000_000
	opMsg           = 2013
	// After the header: flags (4 bytes), kind of the section (1), length of the command (4), type of its first field (1).
	commandNameAt = headerBytes + 10
)

var changingCommands = map[string]bool{"update": true, "delete": true, "findAndModify": true, "findandmodify": true}

func (r *relay) serve(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go r.connect(client)
	}
}

// A client that leaves ends its request and its cursors: each of them holds one of the few connections to the files.
func (r *relay) connect(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", r.upstream)
	if err != nil {
		return
	}
	defer server.Close()
	requests, ended := make(chan []byte), make(chan struct{})
	defer close(ended)
	go func() {
		defer close(requests)
		defer server.Close()
		for {
			request, err := readMessage(client)
			if err != nil {
				return
			}
			select {
			case requests <- request:
			case <-ended:
				return
			}
		}
	}()
	for request := range requests {
		response, err := r.ask(server, request)
		if err != nil {
			return
		}
		if _, err := client.Write(response); err != nil {
			return
		}
	}
}

// Every request has one response: the clients of the tests have all their writes acknowledged.
func (r *relay) ask(server net.Conn, request []byte) ([]byte, error) {
	if changingCommands[commandName(request)] {
		r.changing.Lock()
		defer r.changing.Unlock()
	}
	if _, err := server.Write(request); err != nil {
		return nil, err
	}
	return readMessage(server)
}

func readMessage(from io.Reader) ([]byte, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := int(binary.LittleEndian.Uint32(header))
	if length < headerBytes || length > maxMessageBytes {
		return nil, errors.New("this is no message of MongoDB's protocol")
	}
	message := append(header, make([]byte, length-headerBytes)...)
	_, err := io.ReadFull(from, message[headerBytes:])
	return message, err
}

// The first field of a command is its name.
func commandName(message []byte) string {
	if len(message) <= commandNameAt || binary.LittleEndian.Uint32(message[12:]) != opMsg {
		return ""
	}
	name, _, _ := bytes.Cut(message[commandNameAt:], []byte{0})
	return string(name)
}

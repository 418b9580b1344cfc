// A server that speaks MongoDB's protocol, for tests: FerretDB over SQLite files that outlive it.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	folder := flag.String("folder", "", "where the data lies (made when missing)")
	port := flag.Int("port", 0, "port on 127.0.0.1 (0: a free one)")
	flag.Parse()
	if err := serve(*folder, *port); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(folder string, port int) error {
	if folder == "" {
		return fmt.Errorf("name a folder for the data: --folder PATH")
	}
	path, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Handler:   "sqlite",
		SQLiteURL: addressOf(path),
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer listener.Close()
	ends, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	go func() {
		// The address is known from the moment that connections are taken.
		upstream, err := url.Parse(server.MongoDBURI())
		if err != nil {
			panic(err)
		}
		fmt.Printf("ready on mongodb://%s/\n", listener.Addr())
		(&relay{upstream: upstream.Host}).serve(listener)
	}()
	return server.Run(ends)
}

// A closing slash tells FerretDB that this is a folder. What was written outlives the process, if not a power cut. A
// transaction takes its turn to write when it begins: one that asked later would fail where another wrote meanwhile.
func addressOf(folder string) string {
	address := url.URL{Scheme: "file", Path: folder + "/", RawQuery: "_pragma=synchronous(off)&_txlock=immediate"}
	return address.String()
}

package hook

import (
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// TestHooksKeepTheirOrder has a session's hooks begin one after the other while a
// hook of another session runs beside them, and those that wait in the end all at once.
func TestHooksKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h Queue
		begun, ends := make(chan string, 9), map[string]chan struct{}{}
		add := func(session, name string) {
			end := make(chan struct{})
			ends[name] = end
			h.Add(session, func() { begun <- name; <-end })
		}
		expect := func(want ...string) {
			t.Helper()
			synctest.Wait()
			var got []string
			for len(begun) > 0 {
				got = append(got, <-begun)
			}
			if slices.Sort(got); !slices.Equal(want, got) {
				t.Errorf("begun: -want +got\n%s", cmp.Diff(want, got))
			}
		}
		for _, name := range []string{"1", "2", "3", "4"} {
			add("a", name)
		}
		expect("1")
		add("b", "5")
		expect("5")
		close(ends["1"])
		expect("2")
		close(ends["5"])
		add("b", "6")
		expect("6")
		over := make(chan struct{})
		go func() { h.End(); close(over) }()
		expect("3", "4")
		add("a", "7") // a run that ends late
		expect("7")
		for _, name := range []string{"2", "3", "4", "6"} {
			close(ends[name])
		}
		synctest.Wait()
		select {
		case <-over:
			t.Error("the end came before the last hook's")
		default:
		}
		close(ends["7"])
		<-over
		expect()
	})
}

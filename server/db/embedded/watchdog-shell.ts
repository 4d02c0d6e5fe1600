/**
 * The watchdog in sh, 1 MB of memory: `watch <pid>` reads its input; "done" dismisses it, the end of the input means
 * that the Node which held the pipe is dead, in whatever way. The times add up to less than 10 s.
 */
const WATCH = `
watch() {
  trap '' HUP INT QUIT TERM
  while read -r word; do [ "$word" = done ] && exit 0; done
  kill -INT "$1" 2>/dev/null || exit 0
  for second in 1 2 3 4 5 6 7 8; do
    sleep 1
    kill -0 "$1" 2>/dev/null || exit 0
    [ $second = 4 ] && kill -QUIT "$1" 2>/dev/null
  done
  kill -KILL "$1" 2>/dev/null
  exit 0
}
`

/**
 * Starts the watchdog and then becomes PostgreSQL (its arguments), so that there is no moment in which Node's death
 * would leave it alone; the pipe is file descriptor 3. Forked twice: a child that PostgreSQL doesn't know would be
 * taken for a crashed one of its own when it ends.
 */
export const WATCH_AND_RUN = `${WATCH}
( watch $$ <&3 3<&- >/dev/null 2>&1 & )
exec "$@" 3<&-
`

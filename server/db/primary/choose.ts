/** What a server says about itself. */
export interface ServerState {
  isStandby: boolean
  /** Whether it refuses writes though it is no standby. */
  isReadOnly: boolean
  /** PostgreSQL's identifier of the database, which a primary and its standbys share; '' if it does not say. */
  cluster: string
  /** Grows by one whenever a standby is promoted; 0 if the server does not say. */
  timeline: number
  /** When the server was started, as text. */
  started: string
  /** Whether a commit waits for a standby. */
  isSynchronous: boolean
}

/** The newest timeline of a database that this process has seen. */
export type Newest = Pick<ServerState, 'cluster' | 'timeline'>

/** The answer of a server, or why there is none. */
export type ServerAnswer = { name: string; state: ServerState } | { name: string; error: string }

interface Choice {
  /** The index of the answer whose server is to be used; -1 if none. */
  index: number
  /** Undefined while no server has answered. */
  newest: Newest | undefined
  /** Why the other servers are not used, for the log and for the person who starts Masa. */
  reasons: string[]
}

/**
 * Chooses the server that takes writes, of several the one on the newest timeline. A server whose timeline is older than
 * the newest that was seen, even on a standby, was replaced: what it would confirm is in no other server.
 */
export function choosePrimary(answers: ServerAnswer[], seen: Newest | undefined): Choice {
  const states = answers.flatMap((answer) => ('state' in answer ? [answer.state] : []))
  const cluster = seen?.cluster ?? states[0]?.cluster
  const isMixed = states.some((state) => state.cluster !== cluster)
  // Nobody knows which is meant.
  if (!seen && isMixed) return { index: -1, newest: undefined, reasons: ['they are not copies of one database'] }
  const ofCluster = states.filter((state) => state.cluster === cluster)
  const timeline = Math.max(seen?.timeline ?? 0, ...ofCluster.map((state) => state.timeline))
  const newest = cluster === undefined ? undefined : { cluster, timeline }
  const refusals = answers.map((answer) => ('state' in answer ? refusalOf(answer.state, newest) : answer.error))
  const reasons = answers.flatMap(({ name }, i) => (refusals[i] === undefined ? [] : [`${name}: ${refusals[i]}`]))
  return { index: refusals.indexOf(undefined), newest, reasons }
}

/** Why a server must not be used; undefined if it may be. */
export function refusalOf(state: Omit<ServerState, 'started' | 'isSynchronous'>, newest?: Newest): string | undefined {
  if (newest && state.cluster !== newest.cluster)
    return 'it is another database than the one that was in use (if that is meant, start Masa again)'
  if (state.isStandby) return 'it is a standby, which takes no writes'
  if (newest && state.timeline < newest.timeline)
    return `it is on timeline ${state.timeline}, which timeline ${newest.timeline} has replaced`
  return state.isReadOnly ? 'it takes no writes (default_transaction_read_only is on)' : undefined
}

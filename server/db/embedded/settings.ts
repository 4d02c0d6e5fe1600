/** PostgreSQL's settings as command-line arguments, which take precedence over the cluster's configuration files. */
export function clusterSettings(port: number, maxConnections: number): string[] {
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // All of them are Masa's: the reserved ones are for superusers, and its role is one.
    max_connections: maxConnections,
    shared_buffers: '16MB',
    jit: 'off',
    // An acknowledged order is on disk (docs/decisions/010-durability.md).
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_sync_method: syncMethod(),
    // One small server without replication: these processes would only use memory.
    io_method: 'sync',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    // Errors of statements may quote a guest's input, and the caller receives them anyway. At this level only the
    // server's own messages are logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * How a commit is forced to disk. PostgreSQL's default on macOS and Windows leaves it in the drive's cache, whose content
 * a power cut loses.
 */
function syncMethod(platform: string = process.platform): string {
  if (platform === 'darwin') return 'fsync_writethrough'
  return platform === 'win32' ? 'fsync' : 'fdatasync'
}

/** The environment of PostgreSQL's programs, without the server's secrets and without PGDATA and similar variables. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const bare: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH']) {
    if (process.env[name] !== undefined) bare[name] = process.env[name]
  }
  return bare
}

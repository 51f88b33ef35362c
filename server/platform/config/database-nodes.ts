import { isNodeName } from '#domain/tenancy.ts'
import { ConfigError } from './config-error.ts'
import { type Env, text } from './read-setting.ts'

export interface DatabaseNode {
  /** Also the label of its main site: `app2`. */
  name: string
  url: string
}

/** The value of DATABASE_NODES for a database whose own directory names its nodes. */
const distributed = 'distributed'

export function readDatabaseNodes(env: Env): { databaseNodes: DatabaseNode[]; isDistributed: boolean } {
  // an address may contain a comma
  const pairs = (text(env, 'DATABASE_NODES') ?? '').split(/\s+/).filter(Boolean)
  if (pairs.length > 0 && !text(env, 'DATABASE_URL'))
    throw new ConfigError('DATABASE_NODES needs DATABASE_URL: the embedded database is one node')
  if (pairs.includes(distributed)) {
    if (pairs.length > 1)
      throw new ConfigError('DATABASE_NODES=distributed excludes other nodes: the database names its own')
    if (text(env, 'DATABASE_REPLICA_URL'))
      throw new ConfigError('DATABASE_NODES=distributed excludes DATABASE_REPLICA_URL, of one node alone')
    return { databaseNodes: [], isDistributed: true }
  }
  const nodes = pairs.map((pair) => {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? []
    if (!isNodeName(name) || !/^postgres(ql)?:\/\//.test(url))
      throw new ConfigError(
        'DATABASE_NODES must be like app2=postgres://..., several separated by spaces, or distributed',
      )
    return { name, url }
  })
  for (const values of [nodes.map(({ name }) => name), [...nodes.map(({ url }) => url), env.DATABASE_URL]])
    if (new Set(values).size !== values.length)
      throw new ConfigError('DATABASE_NODES names a node or a database twice')
  return { databaseNodes: nodes, isDistributed: false }
}

import { isNodeName } from '#domain/tenancy.ts'
import { ConfigError } from './config-error.ts'
import { type Env, text } from './read-setting.ts'

export interface DatabaseNode {
  /** Also the label of its main site: `app2`. */
  name: string
  url: string
}

export function readDatabaseNodes(env: Env): DatabaseNode[] {
  // an address may contain a comma
  const pairs = (text(env, 'DATABASE_NODES') ?? '').split(/\s+/).filter(Boolean)
  if (pairs.length > 0 && !text(env, 'DATABASE_URL'))
    throw new ConfigError('DATABASE_NODES needs DATABASE_URL: the embedded database is one node')
  const nodes = pairs.map((pair) => {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? []
    if (!isNodeName(name) || !/^postgres(ql)?:\/\//.test(url))
      throw new ConfigError('DATABASE_NODES must be like app2=postgres://..., several separated by spaces')
    return { name, url }
  })
  for (const values of [nodes.map(({ name }) => name), [...nodes.map(({ url }) => url), env.DATABASE_URL]])
    if (new Set(values).size !== values.length)
      throw new ConfigError('DATABASE_NODES names a node or a database twice')
  return nodes
}

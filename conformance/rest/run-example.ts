import { isDeepStrictEqual } from 'node:util'
import { mismatches } from '#conformance/auth/match.ts'
import type { Example, Exchange, Expected } from './case.ts'
import { base, type World } from './world.ts'

/** @returns differences from the promise; empty if the example passes */
export async function runExample(world: World, given: Exchange[] | Example): Promise<string[]> {
  const example = Array.isArray(given) ? { exchanges: given } : given
  const run = async (exchange: Exchange) => {
    const found = await runExchange(world, exchange, example)
    return found.length > 0 ? [`${exchange.method} ${exchange.path}`, ...found] : []
  }
  if (example.atOnce) return (await Promise.all(example.exchanges.map(run))).flat()
  const problems: string[] = []
  for (const exchange of example.exchanges) problems.push(...(await run(exchange)))
  return problems
}

async function runExchange(world: World, exchange: Exchange, example: Example): Promise<string[]> {
  const { method, path, body, claims, scheme = 'Bearer', expect } = exchange
  const headers = new Headers(exchange.headers)
  if (claims) headers.set('Authorization', `${scheme} ${await world.sign(claims)}`)
  try {
    const request = new Request(`${base}${path}`, { method, headers, ...(body !== undefined && { body }) })
    const response = await world.fetch(request, example.settings, example.access)
    return differences(response, await response.text(), expect)
  } catch (error) {
    return [(error as Error).stack?.split('\n').slice(0, 4).join(' ') ?? String(error)]
  }
}

function differences(response: Response, text: string, expected: Expected): string[] {
  const problems = mismatches(response.status, expected.status, 'status')
  if (typeof expected.body === 'string' || expected.body instanceof RegExp) {
    problems.push(...mismatches(text, expected.body, 'body'))
  } else if (expected.body !== undefined && !isAsPromised(jsonOf(text), expected.body)) {
    problems.push(`body is not ${JSON.stringify(expected.body)}`)
  }
  if (expected.error) problems.push(...mismatches(jsonOf(text), expected.error))
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    problems.push(...mismatches(response.headers.get(name), value, name))
  }
  return problems.length > 0 ? [...problems, `answer: ${response.status} ${text.slice(0, 600)}`] : []
}

function isAsPromised(actual: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual)
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(actual, expected)
  if (typeof actual !== 'object' || actual === null) return false
  const [keys, wanted] = [Object.keys(actual), Object.keys(expected)]
  if (Array.isArray(actual) !== Array.isArray(expected) || keys.length !== wanted.length) return false
  return wanted.every((key) =>
    isAsPromised((actual as Record<string, unknown>)[key], (expected as Record<string, unknown>)[key]),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

import type { Answer, Call } from './call.ts'
import type { Case, Expected } from './case.ts'
import { mismatches } from './match.ts'
import type { World } from './world.ts'

const newShape = { 'x-supabase-api-version': '2024-01-01' }

/** @returns differences from the contract; empty if the case passes */
export async function runCase<State>(world: World, given: Case<State>): Promise<string[]> {
  try {
    const scene = world.withSettings(given.settings ?? {})
    const state = (await given.arrange?.(scene)) as State
    const { request } = given
    const call = typeof request === 'function' ? await request(state, scene) : request
    const answer = await scene.send(given.expect.code ? withHeaders(call, newShape) : call)
    const problems = [...problemsOf(answer, given.expect)]
    if (given.bothShapes) problems.push(...oldShapeProblems(await scene.send(call), given.expect))
    if (problems.length === 0) await given.after?.(answer, state, scene)
    return problems
  } catch (error) {
    return [(error as Error).stack?.split('\n').slice(0, 3).join(' ') ?? String(error)]
  }
}

function problemsOf(answer: Answer, expected: Expected): string[] {
  const { status, code, message, body, headers = {} } = expected
  const problems = mismatches(answer.status, status, 'status')
  if (code) {
    problems.push(...mismatches(answer.body, { code, ...(message ? { message } : {}) }))
    problems.push(...mismatches(answer.headers.get('x-sb-error-code'), code, 'x-sb-error-code'))
    problems.push(...mismatches(answer.headers.get('x-supabase-api-version'), '2024-01-01', 'api version'))
  }
  if (body !== undefined) problems.push(...mismatches(answer.body, body))
  for (const [name, value] of Object.entries(headers)) {
    problems.push(...mismatches(answer.headers.get(name), value, name))
  }
  return problems.length > 0 ? [...problems, `answer: ${JSON.stringify(answer.body)?.slice(0, 200)}`] : []
}

function oldShapeProblems(answer: Answer, { status, code, message }: Expected): string[] {
  return [
    ...mismatches(
      answer.body,
      { code: status, error_code: code, ...(message ? { msg: message } : {}) },
      'older shape',
    ),
    ...mismatches(answer.headers.get('x-supabase-api-version'), null, 'older shape, api version'),
  ]
}

function withHeaders(call: Call, headers: Record<string, string>): Call {
  return { ...call, headers: { ...headers, ...call.headers } }
}

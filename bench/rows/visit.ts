import { cpuSecondsOf, cpuSecondsOfChildren } from '../machine/cpu-time.ts'
import { type LoadRequest, type LoadResult, load, wireRequest } from '../machine/http-load.ts'
import type { PostgresServer } from '../machine/postgres-server.ts'
import type { Job } from './jobs.ts'
import type { World } from './world.ts'

export interface Visit {
  perSecond: number
  p99Ms: number
  /** CPU of server and database together. */
  cpuPer1000: number
}

/** @throws at the first wrong answer */
export async function visit(
  job: Job,
  world: World,
  server: 'thin' | 'carefold',
  postgres: PostgresServer,
  options: { seconds: number; connections: number },
): Promise<Visit> {
  const { pid, port } = world[server]
  const cpu = () => cpuSecondsOf(pid) + cpuSecondsOfChildren(postgres.pid)
  const before = cpu()
  const result = await load(port, () => requestOf(job, world, server), options)
  const cpuPer1000 = ((cpu() - before) / result.requests) * 1000
  failOn(result, `${job.name} at ${world.clinics} clinics, ${server}`)
  return { perSecond: result.perSecond, p99Ms: result.p99Ms, cpuPer1000 }
}

export function failOn({ problem }: LoadResult, where: string): void {
  if (problem !== undefined) throw new Error(`${where}: ${problem}`)
}

function requestOf(job: Job, world: World, server: 'thin' | 'carefold'): LoadRequest {
  const key = pick(world.keys)
  return {
    wire: wireOf(job, server, key, key),
    problem: (status, body) => problem(job, status, body, job.rows),
  }
}

type Key = World['keys'][number]

export function wireOf(job: Job, server: 'thin' | 'carefold', caller: Key, asked: Key): Buffer {
  const values = job.values(asked.clinic, Math.random)
  const headers = {
    ...job.headers,
    Authorization: `Bearer ${caller.token}`,
    'x-clinic': caller.clinic.subdomain,
  }
  const body = job.body?.(values)
  if (server === 'carefold') return wireRequest(job.method, job.path(values), headers, body)
  const query =
    body === undefined ? `?${values.map((value) => `v=${encodeURIComponent(value)}`).join('&')}` : ''
  const path = `/${job.name.replaceAll(' ', '-')}${query}`
  return wireRequest(job.method, path, headers, body)
}

/** Returns the problem of an answer, or undefined. */
export function problem(job: Job, status: number, body: string, rows: number): string | undefined {
  if (status !== job.status) return `status ${status}: ${body.slice(0, 300)}`
  const parsed: unknown = JSON.parse(body)
  const found = (parsed as unknown[]).length
  return found === rows ? undefined : `${found} rows, not ${rows}`
}

/** Rotates a list by the round, so that no item is always first. */
export function rotated<T>(list: T[], by: number): T[] {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

export function pick<T>(list: T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}

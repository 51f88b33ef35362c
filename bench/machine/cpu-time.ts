import { readdirSync, readFileSync } from 'node:fs'

// USER_HZ is 100 on every Linux that Node runs on.
const ticksPerSecond = 100

export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** Of children running and ended: the connections of a Postgres server. */
export function cpuSecondsOfChildren(pid: number): number {
  const fields = statOf(pid)
  const ended = fields ? (Number(fields[13]) + Number(fields[14])) / ticksPerSecond : 0
  return processes()
    .filter((candidate) => Number(statOf(candidate)?.[1]) === pid)
    .reduce((sum, child) => sum + cpuSecondsOf(child), ended)
}

export function residentMebibytes(pid: number): number {
  return (Number(statOf(pid)?.[21] ?? 0) * 4096) / 1024 / 1024
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

// The fields from `state` on; undefined once the process has ended.
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../auth/people.ts'
import { residentMebibytes } from '../machine/cpu-time.ts'
import { flushTimes } from '../machine/disk.ts'
import { load } from '../machine/http-load.ts'
import type { Drill } from './drill.ts'
import { seconds } from './faults/process-faults.ts'
import { type MixTally, mixOf, percentile, sendMix, wrongAnswers } from './mixed-load.ts'
import { people } from './scene.ts'

/** Requests a second of the mixed load (docs/reliability.md L1). */
const rate = 500
const sessions = 64
const goals = { p99Ms: 150, loginsPerSecond: 60, refusalMs: 50, floodP99Ms: 500 }

export const mixedLoad: Drill = {
  name: 'L1',
  isShort: false,
  about: `mixed load, ${rate} requests a second`,
  async run(scene) {
    const server = await scene.start()
    const next = mixOf(await scene.teamAt(server.port), await signIn(server.port, people, sessions))
    await sendMix(server.port, next, { rate: 50, seconds: 3 })
    const minutes = scene.isFull ? Number(process.env.DRILL_MINUTES ?? 30) : 0.25
    // Time of a flush on this disk, which delays all writers.
    const flushes = await flushTimes(scene.folder(), scene.isFull ? 30 : 1)
    // Memory counts from minute ten on, when caches are full.
    const settled = minutes / 3
    const first = await sendMix(server.port, next, { rate, seconds: settled * 60 })
    const before = residentMebibytes(server.pid)
    const rest = await sendMix(server.port, next, { rate, seconds: (minutes - settled) * 60 })
    const after = residentMebibytes(server.pid)
    const p99 = percentile(rest.goodMs, 0.99)
    const growth = after / before - 1
    const refused = first.refused + rest.refused
    return {
      figures: `${minutes} min, ${perSecond(rest)} answered a second, p50 ${ms(percentile(rest.goodMs, 0.5))}, p99 ${ms(p99)}, ${refused} refused, the sender late by at most ${ms(Math.max(first.lateMs, rest.lateMs))}, before it the idle disk within ${ms(percentile(flushes, 0.99))} (p99) and ${ms(flushes.at(-1) ?? 0)}, memory ${before.toFixed(0)} to ${after.toFixed(0)} MiB`,
      problems: wrongAnswers(first, rest),
      slow: [
        p99 > goals.p99Ms && `p99 ${ms(p99)}, goal ${ms(goals.p99Ms)}`,
        refused > 0 && `${refused} requests were refused`,
        minutes >= 20 && growth > 0.05 && `memory grew by ${(growth * 100).toFixed(0)} %, at most 5 %`,
      ].filter((each) => each !== false),
    }
  },
}

export const loginStorm: Drill = {
  name: 'L2',
  isShort: false,
  about: 'many sign in at once',
  async run(scene) {
    const server = await scene.start()
    const { login, user } = await signIn(server.port, people, sessions)
    const forSeconds = scene.isFull ? 60 : 10
    const visit = () => load(server.port, user, { connections: 2, seconds: forSeconds })
    await load(server.port, user, { connections: 2, seconds: 2 })
    const idle = await visit()
    const [during, storm] = await Promise.all([
      visit(),
      load(server.port, login, { connections: 16, seconds: forSeconds }),
    ])
    const factor = during.p99Ms / idle.p99Ms
    return {
      figures: `${storm.perSecond.toFixed(0)} sign-ins a second, p99 of GET /user ${ms(idle.p99Ms)} idle, ${ms(during.p99Ms)} meanwhile (${factor.toFixed(1)} times)`,
      problems: [idle.problem, during.problem, storm.problem].filter((each) => each !== undefined),
      slow: [
        storm.perSecond < goals.loginsPerSecond &&
          `${storm.perSecond.toFixed(0)} sign-ins a second, goal ${goals.loginsPerSecond}`,
        factor > 2 && `others waited ${factor.toFixed(1)} times as long, at most 2`,
      ].filter((each) => each !== false),
    }
  },
}

export const overload: Drill = {
  name: 'L4',
  isShort: false,
  about: `overload, ${3 * rate} requests a second`,
  async run(scene) {
    const server = await scene.start()
    const next = mixOf(await scene.teamAt(server.port), await signIn(server.port, people, sessions))
    const forSeconds = scene.isFull ? 60 : 8
    await sendMix(server.port, next, { rate: 50, seconds: 2 })
    const normal = await sendMix(server.port, next, { rate, seconds: forSeconds })
    const flood = await sendMix(server.port, next, { rate: 3 * rate, seconds: forSeconds })
    const recoveredMs = await untilQuick(() => sendMix(server.port, next, { rate: 50, seconds: 0.5 }))
    const share = flood.good / Math.max(1, normal.good)
    const floodP99 = percentile(flood.goodMs, 0.99)
    const slowestRefusal = percentile(flood.refusedMs, 0.99)
    return {
      figures: `${perSecond(normal)} answered a second before, ${perSecond(flood)} in the flood (${(share * 100).toFixed(0)} %) with p99 ${ms(floodP99)} (${ms(percentile(normal.goodMs, 0.99))} before), ${flood.refused} refused within ${ms(slowestRefusal)} (p99; the ${flood.firstRefusedMs.length} on new connections within ${ms(percentile(flood.firstRefusedMs, 0.5))} (p50) and ${ms(percentile(flood.firstRefusedMs, 0.99))}), quick again after ${seconds(recoveredMs)}`,
      problems: wrongAnswers(flood),
      slow: [
        share < 0.8 && `served ${(share * 100).toFixed(0)} % of what it served before, at least 80 %`,
        floodP99 > goals.floodP99Ms && `p99 in the flood ${ms(floodP99)}, goal ${ms(goals.floodP99Ms)}`,
        slowestRefusal > goals.refusalMs &&
          `a refusal took ${ms(slowestRefusal)}, goal ${ms(goals.refusalMs)}`,
        recoveredMs > 5_000 && `quick again after ${seconds(recoveredMs)}, goal 5 s`,
      ].filter((each) => each !== false),
    }
  },
}

/** @returns milliseconds until small loads are answered within their goal; at most a minute */
async function untilQuick(send: () => Promise<MixTally>): Promise<number> {
  const since = performance.now()
  while (performance.now() - since < 60_000) {
    const began = performance.now()
    const tally = await send()
    if (tally.refused === 0 && percentile(tally.goodMs, 0.95) <= goals.p99Ms) return began - since
    await wait(100)
  }
  return performance.now() - since
}

const perSecond = ({ good, seconds: span }: MixTally) => (good / span).toFixed(0)
const ms = (value: number) => `${value.toFixed(0)} ms`

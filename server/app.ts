import { Hono } from 'hono'
import { fhirPath } from '#domain/fhir/paths.ts'
import { type AppParts, type Bindings, infoOf, type Router } from './app-parts.ts'
import { createActivityRecorder } from './clinic/activity.ts'
import { calendarPath } from './features/appointments/calendar/own-calendar.ts'
import { isDemoRequest } from './platform/database/demo-request.ts'
import type { Caller } from './platform/database/transactions.ts'
import { reportsPath } from './platform/http/security-headers.ts'
import { handleApiReference } from './routes/api-reference.ts'
import { createCallerAnswer } from './routes/caller-answer.ts'
import { createClaimedCaller, handleClaims } from './routes/claimed-caller.ts'
import { handleEveryRequest } from './routes/every-request.ts'
import { handleFailures } from './routes/failures.ts'
import { handleFiles } from './routes/files.ts'
import { handleFunctions } from './routes/functions.ts'
import { handleHealth } from './routes/health.ts'
import { handleLive } from './routes/live.ts'
import { handlePages } from './routes/pages.ts'
import { handleReads } from './routes/reads.ts'
import { handleRest } from './routes/rest.ts'

export interface App {
  fetch(request: Request, env?: Bindings): Promise<Response>
  /** As Hono writes them. */
  paths: string[]
}

/** The order of the routes is the order in which they match. */
export function createApp(parts: AppParts): App {
  const router: Router = new Hono()
  const actions = new Map(parts.actions.map((action) => [action.name, action]))
  const recorder = createActivityRecorder(parts.services)
  const note = (by: Caller) => (isDemoRequest() ? undefined : recorder.note(by))

  /** The router's pattern; for an action its name. */
  const routeOf = (path: string, pattern: string) => {
    const name = path.slice('/functions/v1/'.length)
    return pattern === '/functions/v1/:name' && actions.has(name) ? `/functions/v1/${name}` : pattern
  }

  handleEveryRequest(router, parts, routeOf)
  handleHealth(router, parts)
  handleClaims(router, parts)
  const caller = createClaimedCaller(parts)
  const answerCaller = createCallerAnswer(parts, caller)
  router.all('/auth/v1/*', (c) => parts.auth(c.req.raw, infoOf(c)))
  handleRest(router, parts, caller, note)
  handleFunctions(router, parts, actions, caller, note)
  handleFiles(router, parts, answerCaller)
  router.get(calendarPath, (c) => parts.calendars(c.req.raw, infoOf(c)))
  router.all(`${fhirPath}/*`, (c) => parts.fhir(c.req.raw, infoOf(c)))
  handleReads(router, parts)
  handleLive(router, parts, answerCaller)

  router.post(reportsPath, (c) => parts.cspReports(c.req.raw, infoOf(c)))
  for (const [path, handle] of Object.entries(parts.webhooks))
    router.post(path, (c) => handle(c.req.raw, infoOf(c)))
  for (const [path, handle] of Object.entries(parts.returns))
    router.get(path, (c) => handle(c.req.raw, infoOf(c)))
  for (const { path, handle } of parts.development) router.all(path, (c) => handle(c.req.raw, infoOf(c)))

  handleApiReference(router, parts)
  handlePages(router, parts)
  handleFailures(router, parts, routeOf)

  return {
    fetch: async (request, env) => router.fetch(request, env ?? {}),
    paths: [...new Set(router.routes.map(({ path }) => path))],
  }
}

import { liveMarkHeader } from '#domain/reads.ts'
import type { AppParts, Router } from '../app-parts.ts'
import type { CallerAnswer } from './caller-answer.ts'

/** `/live/v1`. */
export function handleLive(router: Router, { live }: AppParts, answerCaller: CallerAnswer): void {
  router.get('/live/v1', (c) =>
    answerCaller(c, 'live', (request, by) => live.open(by, request.headers.get(liveMarkHeader))),
  )
}

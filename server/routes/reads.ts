import { liveMarkHeader, readsPath } from '#domain/reads.ts'
import type { AppParts, Router } from '../app-parts.ts'
import { clinicOf } from '../platform/http/caller.ts'
import { answerReads } from '../platform/http/several-reads.ts'

export function handleReads(router: Router, { services, live }: AppParts): void {
  router.post(readsPath, async (c) => {
    const mark = live.mark()
    const { raw } = c.req
    const by = {
      userId: c.get('person')?.userId ?? null,
      address: c.get('address'),
      clinic: clinicOf(raw, new URL(raw.url).hostname, services.config),
    }
    const answer = await answerReads(raw, {
      isVisitor: by.userId === null,
      prepay: (units) => services.transactions.prepay(by, c.env?.isPaid ? units - 1 : units),
      answer: async (read) => router.fetch(read, { ...c.env, isPaid: true }),
    })
    if (mark) answer.headers.set(liveMarkHeader, mark)
    return answer
  })
}

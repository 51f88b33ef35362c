import type { AppParts, Router } from '../app-parts.ts'
import type { CallerAnswer } from './caller-answer.ts'

/** `/files/v1`. */
export function handleFiles(router: Router, { files }: AppParts, answerCaller: CallerAnswer): void {
  router.all('/files/v1/uploads', (c) =>
    answerCaller(c, 'uploads', (request, by) => files.upload(request, by, null), { guardians: true }),
  )
  router.all('/files/v1/uploads/:id', (c) =>
    answerCaller(c, 'uploads', (request, by) => files.upload(request, by, c.req.param('id')), {
      guardians: true,
    }),
  )
  router.all('/files/v1/:id', (c) =>
    answerCaller(c, 'files', (request, by) => files.download(request, by, c.req.param('id'))),
  )
}

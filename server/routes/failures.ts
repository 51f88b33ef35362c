import { routePath } from 'hono/route'
import { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { AppParts, Router } from '../app-parts.ts'
import { valueRefusal } from '../platform/database/refused-value.ts'
import { refusalHeaders } from '../platform/http/function-response.ts'

/** A defect's answer has only the request's id. */
export function handleFailures(
  router: Router,
  { services }: AppParts,
  routeOf: (path: string, pattern: string) => string,
): void {
  const { log } = services
  router.onError((thrown, c) => {
    const error = valueRefusal(thrown)
    if (error instanceof AppError) {
      const { code, status, fields } = error
      const body = {
        code,
        message: errorTexts[code],
        ...(fields.length > 0 && { fields }),
        requestId: c.get('requestId'),
      }
      return Response.json(body, { status, headers: refusalHeaders(error) })
    }
    log.error('http.failed', {
      route: routeOf(c.req.path, routePath(c)),
      requestId: c.get('requestId'),
      error,
    })
    return c.json(
      { code: 'unexpected', message: 'An unexpected error occurred.', requestId: c.get('requestId') },
      500,
    )
  })
}

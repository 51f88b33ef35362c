import { AppError } from '#domain/errors.ts'
import { FhirProblem, type IssueCode, operationOutcome } from '#domain/fhir/problem.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { fhirTexts } from '#domain/texts/fhir.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { valueRefusal } from '#server/platform/database/refused-value.ts'
import { refusalHeaders } from '#server/platform/http/function-response.ts'
import type { Logger } from '#server/platform/log.ts'

export function fhirAnswer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/fhir+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

const issueCodes: Record<number, IssueCode> = {
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  429: 'throttled',
  503: 'transient',
}

/** An OperationOutcome for each error. Its log line has no parameter and no id. */
export function outcomeOf(thrown: unknown, requestId: string, log: Logger): Response {
  const error = isOutage(thrown) ? new AppError('unavailable', { cause: thrown }) : valueRefusal(thrown)
  if (error instanceof FhirProblem) {
    const { status } = error
    log.info('fhir.refused', { status, code: error.code, requestId })
    return fhirAnswer(status, operationOutcome(error), {
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(status === 405 && { Allow: 'GET, HEAD, POST' }),
    })
  }
  if (error instanceof AppError) {
    const { status, code } = error
    log.info('fhir.refused', { status, code, requestId })
    const outcome = operationOutcome({ code: issueCodes[status] ?? 'invalid', message: errorTexts[code] })
    return fhirAnswer(status, outcome, refusalHeaders(error))
  }
  log.error('fhir.failed', { requestId, error })
  return fhirAnswer(500, operationOutcome({ code: 'exception', message: fhirTexts.problems.unexpected }))
}

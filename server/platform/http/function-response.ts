import { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Logger } from '../log.ts'

/** Body of a refused function call. `error` and `message` hold the same sentence: the specification reads either. */
export interface FunctionErrorBody {
  code: string
  error: string
  message: string
  fields?: { path: string; message: string }[]
  requestId: string
}

export function functionError(error: unknown, requestId: string, log: Logger, name: string): Response {
  if (error instanceof AppError) {
    log.info('function.refused', { function: name, code: error.code, requestId })
    return answer(error.status, {
      code: error.code,
      error: errorTexts[error.code],
      message: errorTexts[error.code],
      ...(error.fields.length ? { fields: error.fields } : {}),
      requestId,
    })
  }
  // a defect: its message stays here
  log.error('function.failed', { function: name, requestId, error })
  return answer(500, {
    code: 'unexpected',
    error: errorTexts.unexpected,
    message: errorTexts.unexpected,
    requestId,
  })
}

function answer(status: number, body: FunctionErrorBody): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}

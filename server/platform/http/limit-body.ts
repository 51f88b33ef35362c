import { AppError } from '#domain/errors.ts'

/** Reading beyond `maxBytes` throws `AppError('body_too_large')`. An unread body is not touched. */
export function limitBody(request: Request, maxBytes: number): Request {
  if (request.method === 'GET' || request.method === 'HEAD') return request
  const declared = request.headers.get('content-length')
  // HTTP ends a body at its declared length
  if (declared !== null && Number(declared) <= maxBytes) return request
  if (!request.body) return request
  let bytes = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        if (declared !== null) controller.error(new AppError('body_too_large'))
      },
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > maxBytes) controller.error(new AppError('body_too_large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { method, headers, signal } = request
  return new Request(request.url, { method, headers, signal, body: counted, duplex: 'half' } as RequestInit)
}

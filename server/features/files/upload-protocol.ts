import { AppError } from '#domain/errors.ts'
import { isFileKind, maxPieceBytes } from '#domain/files/files.ts'
import { unstorableText } from '#domain/texts/errors.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { isStorable } from '#server/platform/storable-text.ts'
import type { NewUpload, UploadState, Uploads } from './upload.ts'

// tus 1.0.0 (https://tus.io/protocols/resumable-upload), with creation, creation-with-upload and termination.

const version = '1.0.0'
const pieceType = 'application/offset+octet-stream'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Answers `/files/v1/uploads` and `/files/v1/uploads/<id>`.
 * @throws AppError
 */
export async function answerUpload(
  uploads: Uploads,
  request: Request,
  caller: Caller,
  fileId: string | null,
): Promise<Response> {
  const { method, headers } = request
  if (method === 'OPTIONS') {
    return answer(204, {
      'Tus-Version': version,
      'Tus-Extension': 'creation,creation-with-upload,termination',
    })
  }
  if (!caller.userId) throw new AppError('not_signed_in')
  if (fileId !== null && !uuid.test(fileId)) throw new AppError('not_found')
  const allowed = fileId === null ? ['OPTIONS', 'POST'] : ['OPTIONS', 'HEAD', 'PATCH', 'DELETE']
  if (!allowed.includes(method))
    throw new AppError('method_not_allowed', { details: { allow: allowed.join(', ') } })
  if (headers.get('tus-resumable') !== version) return answer(412, { 'Tus-Version': version })

  if (fileId === null) {
    const created = await uploads.create(caller, newUpload(headers))
    const state = isPiece(headers)
      ? await uploads.append(caller, created.fileId, 0, bodyOf(request))
      : created
    return answer(201, { Location: `/files/v1/uploads/${state.fileId}`, ...progress(state) })
  }
  if (method === 'HEAD') {
    const state = await uploads.state(caller, fileId)
    return answer(200, { 'Upload-Length': String(state.length), ...progress(state) })
  }
  if (method === 'DELETE') {
    await uploads.cancel(caller, fileId)
    return answer(204, {})
  }
  if (!isPiece(headers)) throw new AppError('invalid_input')
  const offset = wholeNumber(headers.get('upload-offset'))
  return answer(204, progress(await uploads.append(caller, fileId, offset, bodyOf(request))))
}

function answer(status: number, headers: Record<string, string>): Response {
  return new Response(null, {
    status,
    headers: { 'Tus-Resumable': version, 'Cache-Control': 'no-store', ...headers },
  })
}

function progress({ received }: UploadState): Record<string, string> {
  return { 'Upload-Offset': String(received) }
}

function isPiece(headers: Headers): boolean {
  return headers.get('content-type') === pieceType
}

async function* bodyOf(request: Request): AsyncIterable<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxPieceBytes) throw new AppError('body_too_large')
  if (!request.body) return
  const reader = request.body.getReader()
  let isWhole = false
  try {
    while (!isWhole) {
      const { done, value } = await reader.read()
      isWhole = done
      if (value) yield value
    }
  } finally {
    if (!isWhole) await discardRest(reader)
  }
}

/**
 * Reads the rest of a refused piece: with an unread body the connection closes, and the next request on it, of the
 * client or a proxy, is lost.
 */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      bytes += value?.byteLength ?? 0
      if (done || bytes > maxPieceBytes) return
    }
  } catch {
    // it ended before
  }
}

/** Metadata: `kind`, `filename`; for files about a patient `patient`, for those of a form `request` and `field`. */
function newUpload(headers: Headers): NewUpload {
  const metadata = metadataOf(headers.get('upload-metadata') ?? '')
  const kind = metadata.get('kind') ?? ''
  const patientId = metadata.get('patient') || null
  const requestId = metadata.get('request') || null
  const fieldId = metadata.get('field') || null
  const ids = [patientId, requestId, fieldId].filter((id) => id !== null)
  if (!isFileKind(kind) || !ids.every((id) => uuid.test(id))) throw new AppError('invalid_input')
  const name = metadata.get('filename') ?? ''
  if (!isStorable(name))
    throw new AppError('invalid_input', { fields: [{ path: 'filename', message: unstorableText }] })
  return {
    kind,
    name: name.slice(0, 2_000),
    sizeBytes: wholeNumber(headers.get('upload-length')),
    patientId,
    ...(requestId !== null && fieldId !== null && { question: { requestId, fieldId } }),
  }
}

/** `key base64, key base64`. A key without a value is empty. */
function metadataOf(header: string): Map<string, string> {
  const pairs = header.split(',').map((pair): [string, string] => {
    const [key = '', value = ''] = pair.trim().split(' ')
    return [key, Buffer.from(value, 'base64').toString('utf8')]
  })
  return new Map(pairs)
}

function wholeNumber(text: string | null): number {
  if (text === null || !/^\d{1,15}$/.test(text)) throw new AppError('invalid_input')
  return Number(text)
}

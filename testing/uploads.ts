import type { FileKind } from '#domain/files/files.ts'
import type { ServerAnswer, TestServer } from '#server/tests/threats/test-server.ts'

export interface TestUpload {
  token: string
  clinic?: { subdomain: string } | null
  kind: FileKind
  name?: string
  patientId?: string
  question?: { requestId: string; fieldId: string }
  /** Of the access to act for a patient. */
  guardianship?: string
  /** As announced; default: the actual length. */
  length?: number
}

const tus = { 'tus-resumable': '1.0.0' }
const piece = { ...tus, 'content-type': 'application/offset+octet-stream' }

export function announce(server: Pick<TestServer, 'ask'>, upload: TestUpload): Promise<ServerAnswer> {
  const { token, clinic = null, length = 0 } = upload
  const headers = { ...tus, ...headersOf(upload), 'upload-length': String(length) }
  return server.ask('/files/v1/uploads', { method: 'POST', token, clinic, headers })
}

export function upload(
  server: Pick<TestServer, 'ask'>,
  upload: TestUpload,
  bytes: Uint8Array | string,
): Promise<ServerAnswer> {
  const { token, clinic = null } = upload
  const rawBody = Uint8Array.from(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  const length = String(upload.length ?? rawBody.byteLength)
  const headers = { ...piece, ...headersOf(upload), 'upload-length': length }
  return server.ask('/files/v1/uploads', { method: 'POST', token, clinic, headers, rawBody })
}

export function sendPiece(
  server: Pick<TestServer, 'ask'>,
  { token, clinic = null }: Pick<TestUpload, 'token' | 'clinic'>,
  location: string,
  offset: number,
  rawBody: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Promise<ServerAnswer> {
  const headers = { ...piece, 'upload-offset': String(offset) }
  return server.ask(location, { method: 'PATCH', token, clinic, headers, rawBody })
}

/** From the answer to the announcement. @throws when it was refused */
export function fileIdOf({ status, text, headers }: ServerAnswer): string {
  const location = headers.get('location')
  if (status !== 201 || !location) throw new Error(`refused: ${status} ${text}`)
  return location.split('/').at(-1) ?? ''
}

function headersOf(upload: TestUpload): Record<string, string> {
  const acting = upload.guardianship && { 'x-guardianship': upload.guardianship }
  return { ...acting, 'upload-metadata': metadataOf(upload) }
}

function metadataOf({ kind, name = 'file', patientId, question }: TestUpload): string {
  const pairs = Object.entries({
    ...{ kind, filename: name },
    ...(patientId && { patient: patientId }),
    ...(question && { request: question.requestId, field: question.fieldId }),
  })
  return pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',')
}

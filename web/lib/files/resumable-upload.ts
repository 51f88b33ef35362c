import type { HttpRequest, HttpStack, UrlStorage } from 'tus-js-client'
import { cleanName, type FileKind, maxPieceBytes, type UploadedFile } from '#domain/files/files.ts'
import { failureTexts } from '#domain/texts/failures.ts'
import { ApiError, apiErrorFrom } from '../fetch/api-error.ts'

export interface UploadRequest {
  content: Blob
  name: string
  kind: FileKind
  /** For files about a patient. */
  patientId?: string
  /** For files that answer a question of a form. */
  question?: { requestId: string; fieldId: string }
  /** @param share from 0 to 1 */
  onProgress?(share: number): void
}

export interface RunningUpload {
  done: Promise<UploadedFile>
  cancel(): void
}

export class UploadCanceled extends Error {
  override name = 'UploadCanceled'
}

export interface UploadContext {
  /** The tus client, loaded with the first upload. */
  loadClient(): Promise<typeof import('tus-js-client')>
  fetch: typeof fetch
  endpoint: string
  /** Stores the addresses of unfinished uploads, to resume after a reload. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const retryDelaysMs = [500, 2_000, 5_000, 10_000]
const smallestPieceBytes = 256 * 1024
/** A larger file is sent in about this many pieces, so that the progress moves. */
const pieces = 20

/**
 * Uploads a file in pieces (tus 1.0.0). Lost pieces are sent again, and the same file chosen after a reload resumes.
 */
export function startResumableUpload(context: UploadContext, request: UploadRequest): RunningUpload {
  const canceled = new AbortController()
  const done = run(context, request, canceled.signal)
  return { done, cancel: () => canceled.abort() }
}

async function run(
  context: UploadContext,
  { content, name, kind, patientId, question, onProgress }: UploadRequest,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { Upload } = await context.loadClient()
  const metadata = {
    ...{ kind, filename: cleanName(name) },
    ...(patientId && { patient: patientId }),
    ...(question && { request: question.requestId, field: question.fieldId }),
  }
  return new Promise((resolve, reject) => {
    // onError gets the library's error; this one has the server's message
    let refusal: ApiError | null = null
    const upload = new Upload(content, {
      endpoint: context.endpoint,
      metadata,
      retryDelays: retryDelaysMs,
      chunkSize: Math.min(Math.max(Math.ceil(content.size / pieces), smallestPieceBytes), maxPieceBytes),
      httpStack: stackOn(context.fetch, (error) => {
        refusal = error
      }),
      fileReader: { openFile: async (blob: Blob) => sourceOf(blob) },
      urlStorage: addressesIn(context.storage),
      fingerprint: () => fingerprintOf(content, metadata),
      removeFingerprintOnSuccess: true,
      onShouldRetry: () => refusal === null || isTemporary(refusal),
      onChunkComplete: (_piece, accepted, total) => onProgress?.(total ? accepted / total : 1),
      onError: (error) => reject(signal.aborted ? new UploadCanceled() : (refusal ?? unreachable(error))),
      onSuccess: () =>
        resolve({
          id: upload.url?.split('/').at(-1) ?? '',
          name: cleanName(name),
          sizeBytes: content.size,
        }),
    })
    const cancel = () => {
      reject(new UploadCanceled())
      // without an address the server frees the storage after a day
      upload.abort(true).catch(() => {})
    }
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (signal.aborted) return
        if (previous) upload.resumeFromPreviousUpload(previous)
        upload.start()
      })
      .catch(reject)
  })
}

function unreachable(cause: unknown): ApiError {
  const error = new ApiError('unreachable', 0, failureTexts.unavailable)
  error.cause = cause
  return error
}

function isTemporary({ code, status }: ApiError): boolean {
  if (code === 'storage_full') return false
  return status === 0 || status === 429 || status >= 500 || code === 'file_piece_out_of_place'
}

/** Sends with Carefold's fetch: the caller's token, waiting for connection and sign-in. */
function stackOn(send: typeof fetch, onAnswer: (refusal: ApiError | null) => void): HttpStack {
  return {
    getName: () => 'carefold',
    createRequest(method, url): HttpRequest {
      const headers: Record<string, string> = {}
      const aborted = new AbortController()
      return {
        getMethod: () => method,
        getURL: () => url,
        getUnderlyingObject: () => null,
        setHeader: (name, value) => {
          headers[name] = value
        },
        getHeader: (name) => headers[name],
        // fetch reports no upload progress; pieces do
        setProgressHandler: () => {},
        async abort() {
          aborted.abort()
        },
        async send(body: Blob | null) {
          onAnswer(null)
          const response = await send(url, {
            method,
            headers,
            body,
            signal: aborted.signal,
          })
          if (!response.ok) onAnswer(await apiErrorFrom(method === 'HEAD' ? null : response.clone()))
          return {
            getStatus: () => response.status,
            getHeader: (name) => response.headers.get(name) ?? undefined,
            getBody: () => '',
            getUnderlyingObject: () => response,
          }
        },
      }
    },
  }
}

function sourceOf(blob: Blob) {
  return {
    size: blob.size,
    slice: async (start: number, end: number) => ({ value: blob.slice(start, end), done: end >= blob.size }),
    close() {},
  }
}

/** Contains no file name: it may reveal a patient, and the computer may be shared. */
async function fingerprintOf(content: Blob, metadata: Record<string, string>): Promise<string> {
  const modified = content instanceof File ? content.lastModified : 0
  const text = JSON.stringify([metadata, content.size, modified, content.type])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

const storageKey = (fingerprint: string) => `carefold-upload-${fingerprint}`

/** Stores upload addresses by fingerprint, without the file name that the library would add. */
function addressesIn(storage: UploadContext['storage']): UrlStorage {
  return {
    findAllUploads: async () => [],
    async findUploadsByFingerprint(fingerprint) {
      const uploadUrl = storage.getItem(storageKey(fingerprint))
      if (!uploadUrl) return []
      return [
        {
          uploadUrl,
          size: null,
          metadata: {},
          creationTime: '',
          urlStorageKey: storageKey(fingerprint),
          parallelUploadUrls: null,
        },
      ]
    },
    async addUpload(fingerprint, { uploadUrl }) {
      try {
        if (uploadUrl) storage.setItem(storageKey(fingerprint), uploadUrl)
      } catch {
        // storage full or forbidden: the upload restarts after a reload
      }
      return storageKey(fingerprint)
    },
    async removeUpload(key) {
      storage.removeItem(key)
    },
  }
}

import { AppError } from '#domain/errors.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { answerDownload } from './download.ts'
import { createUploads } from './upload.ts'
import { answerUpload } from './upload-protocol.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface FileRoutes {
  /**
   * @param fileId null on creation
   * @throws AppError
   */
  upload(request: Request, caller: Caller, fileId: string | null): Promise<Response>
  /** @throws AppError `not_found`, also for an invalid or expired link */
  download(request: Request, caller: Caller, fileId: string): Promise<Response>
}

export function fileRoutes(services: Services): FileRoutes {
  const uploads = createUploads(services)
  return {
    upload: (request, caller, fileId) => answerUpload(uploads, request, caller, fileId),
    async download(request, caller, fileId) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new AppError('method_not_allowed', { details: { allow: 'GET, HEAD' } })
      if (!uuid.test(fileId)) throw new AppError('not_found')
      return answerDownload(services, request, linkedCaller(services, request, caller, fileId), fileId)
    },
  }
}

/** The caller of a link: its session, clinic, and the patient that it acted for. */
function linkedCaller({ files }: Services, request: Request, caller: Caller, fileId: string): Caller {
  const sealed = new URL(request.url).searchParams.get('link')
  if (sealed === null) return caller
  const linked = files.links.open(sealed, fileId, new Date())
  if (!linked) throw new AppError('not_found')
  const { userId, sessionId, clinic, guardianship } = linked
  return { ...caller, userId, sessionId, clinic, guardianship }
}

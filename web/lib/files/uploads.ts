import type { UploadedFile } from '#domain/files/files.ts'
import { apiFetch } from '../fetch/api.ts'
import { apiErrorFrom } from '../fetch/api-error.ts'
import { loadPart } from '../page/page-chunks.ts'
import { tabStore } from '../page/stores.ts'
import { type RunningUpload, startResumableUpload, type UploadRequest } from './resumable-upload.ts'

const endpoint = `${location.origin}/files/v1/uploads`

const loadClient = () => loadPart(() => import('tus-js-client'))

/** Uploads a file for later use by an action (domain/files/files.ts). */
export function startUpload(request: UploadRequest): RunningUpload {
  return startResumableUpload({ fetch: apiFetch, endpoint, storage: tabStore, loadClient }, request)
}

/** Removes an uploaded file that is not used yet. @throws ApiError, except if it is already gone */
export async function dropUpload({ id }: Pick<UploadedFile, 'id'>): Promise<void> {
  const response = await apiFetch(`${endpoint}/${id}`, {
    method: 'DELETE',
    headers: { 'Tus-Resumable': '1.0.0' },
  }).catch(() => null)
  if (response?.status === 404) return
  if (!response?.ok) throw await apiErrorFrom(response)
}

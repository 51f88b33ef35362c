import { type ContentBody, contentBody, emptyBody } from '#domain/content/body.ts'
import {
  articleFromMarkdown,
  type ImportType,
  importType,
  largestText,
  titleFromName,
} from '#domain/content/imports.ts'
import type { FileKind } from '#domain/files/files.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { startUpload } from '#web/lib/files/uploads.ts'
import { videoSeconds } from '#web/lib/files/video-length.ts'

const kinds: Record<Exclude<ImportType, 'article'>, FileKind> = {
  video: 'content_video',
  pdf: 'content_pdf',
  image: 'content_picture',
}

export class NotImported extends Error {}

/**
 * Creates a draft from a file: uploads it, or reads its Markdown.
 *
 * @param onProgress share of the upload, from 0 to 1
 * @throws NotImported, and the refusals of the actions
 */
export async function importFile(
  file: File,
  category: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const type = importType(file.name)
  if (!type) throw new NotImported(errorTexts.file_type_refused)
  const { title, body } = await contentOf(file, type, onProgress)
  const words = { title, category, description: '' }
  const { itemId } = await callFunction('create-content', { ...words, type })
  try {
    await callFunction('save-content', { itemId, version: 1, ...words, coverFileId: null, body })
  } catch (error) {
    // a retry creates another one
    await callFunction('delete-content', { itemId, isDeleted: true }).catch(() => undefined)
    throw error
  }
}

async function contentOf(
  file: File,
  type: ImportType,
  onProgress: (share: number) => void,
): Promise<{ title: string; body: ContentBody }> {
  if (type === 'article') {
    if (file.size > largestText) throw new NotImported(errorTexts.file_too_large)
    const { title, document } = articleFromMarkdown(file.name, await file.text())
    const body = contentBody.safeParse({ type, document })
    // before the draft is created: an invalid text leaves no empty draft
    if (!body.success) throw new NotImported(body.error.issues[0]?.message ?? errorTexts.invalid_input)
    return { title, body: body.data }
  }
  // before the draft is created: a refused file leaves no empty draft
  const { id } = await startUpload({ content: file, name: file.name, kind: kinds[type], onProgress }).done
  const body = { ...emptyBody(type), fileId: id } as ContentBody
  // the watched share needs the length
  if (body.type === 'video') body.durationSeconds = await videoSeconds(id)
  return { title: titleFromName(file.name), body }
}

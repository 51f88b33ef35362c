import type { ErrorCode } from '../errors.ts'

const megabyte = 1_000_000

/** Media types that are recognized from the bytes; files are stored with them, pictures possibly with another. */
export type MediaType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/svg+xml'
  | 'image/heic'
  | 'image/avif'
  | 'image/tiff'
  | 'application/pdf'
  | 'text/plain'
  | 'text/vtt'
  | 'video/mp4'
  | 'video/webm'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

// Re-encoding would reduce an animation to its first frame: no GIF where the content counts.
const shownPhotos: readonly MediaType[] = ['image/png', 'image/jpeg', 'image/webp']
/** Stored as JPEG or PNG. */
const converted = ['image/heic', 'image/avif', 'image/tiff'] as const
const photos: readonly MediaType[] = [...shownPhotos, ...converted]
const portraits: readonly MediaType[] = [...photos, 'image/gif', 'image/svg+xml']
const documents: readonly MediaType[] = [
  'application/pdf',
  'text/plain',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

export interface KindRule {
  maxBytes: number
  accepts: readonly MediaType[]
  /** Its sentence names a type that is accepted. */
  refusal: ErrorCode
  /** Pictures are re-encoded within this size, without metadata. */
  picture: { width: number; height: number }
  /** About a patient: the file's name is health data. */
  isHealthData: boolean
  /** Whether an upload is in use at once; otherwise an action attaches it. */
  attachesItself: boolean
}

export const fileKinds = {
  // docs/specification.md B2.10: SVG, PNG, JPG or GIF (max. 800x400px).
  avatar: {
    maxBytes: 5 * megabyte,
    accepts: portraits,
    refusal: 'file_picture_refused',
    picture: { width: 800, height: 400 },
    isHealthData: false,
    attachesItself: false,
  },
  logo: {
    maxBytes: 5 * megabyte,
    accepts: portraits,
    refusal: 'file_picture_refused',
    picture: { width: 800, height: 400 },
    isHealthData: false,
    attachesItself: false,
  },
  message_attachment: {
    maxBytes: 25 * megabyte,
    accepts: [...photos, ...documents],
    refusal: 'file_type_refused',
    picture: { width: 4096, height: 4096 },
    isHealthData: true,
    attachesItself: false,
  },
  person_file: {
    maxBytes: 100 * megabyte,
    accepts: [...photos, ...documents],
    refusal: 'file_type_refused',
    picture: { width: 8192, height: 8192 },
    isHealthData: true,
    attachesItself: true,
  },
  // Answers a question of a form, whose request names the patient.
  form_file: {
    maxBytes: 25 * megabyte,
    accepts: [...photos, 'application/pdf'],
    refusal: 'file_type_refused',
    picture: { width: 4096, height: 4096 },
    isHealthData: true,
    attachesItself: true,
  },
  // Stripe accepts these formats up to 5 MB.
  dispute_evidence: {
    maxBytes: 5 * megabyte,
    accepts: ['application/pdf', 'image/png', 'image/jpeg', ...converted],
    refusal: 'file_type_refused',
    picture: { width: 4096, height: 4096 },
    isHealthData: true,
    attachesItself: false,
  },
  // Content, attached by an action.
  content_picture: {
    maxBytes: 25 * megabyte,
    accepts: photos,
    refusal: 'file_picture_refused',
    picture: { width: 2048, height: 2048 },
    isHealthData: false,
    attachesItself: false,
  },
  content_video: {
    maxBytes: 500 * megabyte,
    accepts: ['video/mp4', 'video/webm'],
    refusal: 'file_video_refused',
    picture: { width: 1, height: 1 },
    isHealthData: false,
    attachesItself: false,
  },
  content_pdf: {
    maxBytes: 50 * megabyte,
    accepts: ['application/pdf'],
    refusal: 'file_pdf_refused',
    picture: { width: 1, height: 1 },
    isHealthData: false,
    attachesItself: false,
  },
  content_captions: {
    maxBytes: megabyte,
    accepts: ['text/vtt'],
    refusal: 'file_captions_refused',
    picture: { width: 1, height: 1 },
    isHealthData: false,
    attachesItself: false,
  },
  // Rendered by the server, never uploaded (server/features/files/upload-rights.ts).
  content_page: {
    maxBytes: 25 * megabyte,
    accepts: ['image/webp'],
    refusal: 'file_picture_refused',
    picture: { width: 2048, height: 2048 },
    isHealthData: false,
    attachesItself: false,
  },
  // Slides that the server copied from another service.
  content_import: {
    maxBytes: megabyte,
    accepts: ['text/plain'],
    refusal: 'file_type_refused',
    picture: { width: 1, height: 1 },
    isHealthData: false,
    attachesItself: false,
  },
} as const satisfies Record<string, KindRule>

export type FileKind = keyof typeof fileKinds

export function isFileKind(text: string): text is FileKind {
  return Object.hasOwn(fileKinds, text)
}

/** Total for all files of a clinic (docs/specification.md B9). */
export const clinicStorageBytes = 5000 * megabyte

export interface StorageUse {
  usedBytes: number
  limitBytes: number
}

/** Bytes in one request. */
export const maxPieceBytes = 4 * 1024 * 1024

/** Per person, so that no one fills a clinic's storage unseen. */
export const maxUnusedFiles = 30

const extensions: Record<MediaType, readonly string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/svg+xml': ['.svg'],
  'image/heic': ['.heic', '.heif'],
  'image/avif': ['.avif'],
  'image/tiff': ['.tif', '.tiff'],
  'application/pdf': ['.pdf'],
  'text/plain': ['.txt'],
  'text/vtt': ['.vtt'],
  'video/mp4': ['.mp4', '.m4v'],
  'video/webm': ['.webm'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}

/** The `accept` of a file input; the server checks the bytes. */
export function acceptedBy(kind: FileKind): string {
  const accepted = fileKinds[kind].accepts.flatMap((type) => [type, ...extensions[type]])
  // QuickTime is stored as MP4 where browsers play its content
  return (kind === 'content_video' ? [...accepted, 'video/quicktime', '.mov'] : accepted).join(',')
}

/**
 * A file name without its path, on one line; `file` if nothing remains. @param name as sent: `C:\\Users\\x\\scan.exe`
 */
export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"<>:|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=\.[A-Za-z0-9]{1,8}$)/, '')
    .replace(/^[. ]+|[. ]+$/g, '')
  return shortened(clean, '') || 'file'
}

/** With the extension of the file's type. */
export function storedName(name: string, type: MediaType): string {
  const clean = cleanName(name)
  const [extension = ''] = extensions[type]
  const isRight = (one: string) => extensions[type].some((ending) => one.toLowerCase().endsWith(ending))
  if (isRight(clean)) return clean
  const stem = clean.replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return isRight(stem) ? stem : shortened(stem, extension)
}

const maxNameLength = 120

function shortened(name: string, extension: string): string {
  const characters = [...name]
  const room = maxNameLength - extension.length
  return `${characters.length > room ? characters.slice(0, room).join('').trimEnd() : name}${extension}`
}

export function isShownInline(type: string): boolean {
  return shownPhotos.some((photo) => photo === type)
}

export interface UploadedFile {
  id: string
  name: string
  sizeBytes: number
}

export interface FileLink {
  fileId: string
  ownerId?: string
  /** Begins with `/files/v1/`. Valid for the caller's session, for some minutes. */
  url: string
  expiresAt: string
}

/** `340 KB`, `2.5 MB`, `5 GB`: decimal, like the limits. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  const rounded = value >= 10 || power === 0 ? Math.round(value) : Math.round(value * 10) / 10
  return rounded === 1000 && power < units.length - 1
    ? `1 ${units[power + 1]}`
    : `${rounded} ${bytes === 1 ? 'byte' : units[power]}`
}

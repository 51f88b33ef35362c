/** An attachment of a message, as the data API returns it. */
export interface MessageFile {
  id: string
  name: string
  mediaType: string
  sizeBytes: number
  width: number | null
  height: number | null
}

export const messageFileColumns = 'file_id,name,media_type,size_bytes,files(width,height)'

export function messageFile(file: {
  file_id: string
  name: string
  media_type: string | null
  size_bytes: number
  files: { width: number | null; height: number | null } | null
}): MessageFile {
  return {
    id: file.file_id,
    name: file.name,
    mediaType: file.media_type ?? '',
    sizeBytes: file.size_bytes,
    width: file.files?.width ?? null,
    height: file.files?.height ?? null,
  }
}

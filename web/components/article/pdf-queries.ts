import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface PdfPage {
  number: number
  fileId: string
  smallFileId: string
  width: number
  height: number
  text: string
}

export type PdfState =
  | { state: 'waiting' }
  | { state: 'refused'; reason: string }
  | { state: 'ready'; pages: PdfPage[] }

const askAgainMs = 3_000

/** The pages of a PDF; polled while they are being drawn. */
export function pdfQuery(slug: string | null, fileId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'pdf', fileId),
    queryFn: async ({ signal }): Promise<PdfState> => {
      const { data, error } = await rest
        .from('content_documents')
        .select('state,reason,content_pages(number,file_id,small_file_id,width,height,text)')
        .eq('file_id', fileId)
        .order('number', { referencedTable: 'content_pages' })
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      // not saved yet: its pages are drawn after the save
      if (!data || data.state === 'waiting') return { state: 'waiting' }
      if (data.state === 'refused') return { state: 'refused', reason: data.reason ?? 'damaged' }
      return {
        state: 'ready',
        pages: data.content_pages.map(({ file_id, small_file_id, ...page }) => ({
          ...page,
          fileId: file_id,
          smallFileId: small_file_id,
        })),
      }
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? askAgainMs : false),
  })
}

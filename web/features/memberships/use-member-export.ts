import { useMutation } from '@tanstack/react-query'
import type { MemberFilters } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { toast } from '#web/components/ui/toast.ts'
import { downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'

const texts = membershipTexts.exported

/** Downloads the people that the filters match. */
export function useMemberExport(filters: MemberFilters) {
  return useMutation({
    mutationFn: async () => {
      const { fileName, content } = await downloadFunction('export-members', filters)
      downloadFile(fileName, content, { type: 'text/csv;charset=utf-8' })
      return fileName
    },
    onSuccess: (fileName) => toast.success(texts.done, { description: texts.doneDetail(fileName) }),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fileTexts } from '#domain/texts/files.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { patientFilesQuery, type TeamFile } from './queries.ts'

const texts = fileTexts.list

export function useFileActions(slug: string, patientId: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(patientFilesQuery(slug, patientId))

  const share = useMutation({
    mutationFn: ({ file, isShared }: { file: TeamFile; isShared: boolean }) =>
      callFunction('share-file', { fileId: file.id, isShared }),
    onSuccess: (_answer, { file, isShared }) =>
      toast.success(isShared ? texts.shared(file.name) : texts.unshared(file.name)),
    onError: (error) => toast.error(texts.shareFailed, describeRefusal(error)),
    onSettled,
  })

  const remove = useMutation({
    mutationFn: (file: TeamFile) => callFunction('remove-file', { fileId: file.id }),
    onSuccess: (_answer, { name }) => toast.success(texts.removed(name)),
    onError: (error) => toast.error(texts.removeFailed, describeRefusal(error)),
    onSettled,
  })

  return { share, remove }
}

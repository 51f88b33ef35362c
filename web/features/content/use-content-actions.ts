import { useMutation } from '@tanstack/react-query'
import type { ContentStatus } from '#domain/content/content.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { ContentItem } from './queries.ts'

const texts = contentTexts

const announceStatus = (status: ContentStatus) =>
  toast.success(texts.statusUpdated, { description: texts.statusUpdatedDetail(status) })

/** The team's actions on an item besides editing. Toasts: docs/specification.md B4. */
export function useContentActions() {
  const onSettled = useRefreshClinic()

  const publish = useMutation({
    mutationFn: ({ item, isChecked }: { item: Pick<ContentItem, 'id' | 'version'>; isChecked: boolean }) =>
      callFunction('publish-content', { itemId: item.id, version: item.version, isChecked }),
    onSuccess: () => announceStatus('published'),
    onSettled,
  })
  const setStatus = useMutation({
    mutationFn: ({ itemId, status }: { itemId: string; status: 'published' | 'archived' }) =>
      callFunction('set-content-status', { itemId, status }),
    onSuccess: (_answer, { status }) => announceStatus(status),
    onError: (error) => toast.error(texts.statusFailed, describeRefusal(error, texts.tryAgain)),
    onSettled,
  })
  const feature = useMutation({
    mutationFn: (input: { itemId: string; isFeatured: boolean }) => callFunction('feature-content', input),
    onError: (error) => toast.error(texts.featureFailed, describeRefusal(error, texts.tryAgain)),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (input: { itemId: string; isDeleted: boolean }) => callFunction('delete-content', input),
    onSuccess: (_answer, { itemId, isDeleted }) => {
      if (!isDeleted) return toast.success(texts.broughtBack)
      return toast.success(texts.deleted, {
        action: { label: texts.undo, onClick: () => remove.mutate({ itemId, isDeleted: false }) },
      })
    },
    onError: (error) => toast.error(texts.deleteFailed, describeRefusal(error, texts.tryAgain)),
    onSettled,
  })
  return { publish, setStatus, feature, remove }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = feedbackTexts.list

export function useAnswerFeedback(slug: string) {
  const queryClient = useQueryClient()
  const answer = useMutation({
    mutationFn: (input: { feedbackId: string; isAnswered: boolean }) =>
      callFunction('answer-feedback', input),
    onSuccess: (_answer, { feedbackId, isAnswered }) => {
      if (!isAnswered) return void toast.success(texts.reopened)
      const onClick = () => answer.mutate({ feedbackId, isAnswered: false })
      toast.success(texts.answered, { action: { label: texts.undo, onClick } })
    },
    onError: (error) => toast.error(texts.changeFailed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'feedback') }),
  })
  return answer
}

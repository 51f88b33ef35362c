import { useMutation, useQueryClient } from '@tanstack/react-query'
import { taskTexts } from '#domain/texts/tasks.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { Task } from './queries.ts'

/** Marks a task as done, with undo, or as open again. Lists update optimistically. */
export function useCompleteTask(slug: string) {
  const queryClient = useQueryClient()
  const listKey = clinicKey(slug, 'tasks', 'list')
  const show = (taskId: string, isDone: boolean) =>
    queryClient.setQueriesData<Task[]>({ queryKey: listKey }, (tasks) =>
      tasks?.map((task) => (task.id === taskId ? { ...task, isDone } : task)),
    )
  const complete = useMutation({
    mutationFn: ({ taskId, isDone }: { taskId: string; isDone: boolean }) =>
      callFunction('complete-task', { taskId, isDone }),
    onMutate: ({ taskId, isDone }) => show(taskId, isDone),
    onSuccess: (_answer, { taskId, isDone }) => {
      if (isDone) {
        toast.success(taskTexts.completed, {
          action: {
            label: taskTexts.undo,
            onClick: () => {
              toast.dismiss()
              complete.mutate({ taskId, isDone: false })
            },
          },
        })
      } else toast.success(taskTexts.reopened)
    },
    onError: (error, { taskId, isDone }) => {
      show(taskId, !isDone)
      toast.error(taskTexts.changeFailed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'tasks') }),
  })
  return complete
}

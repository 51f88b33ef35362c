import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { programTexts } from '#domain/texts/programs.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import type { Program } from './queries.ts'

const texts = programTexts.editor

/** Deletes a program after a confirmation, with undo. @param onDone after the deletion */
export function DeleteProgram({ program, onDone }: { program: Program; onDone(): void }) {
  const [isAsked, setAsked] = useState(false)
  const refresh = useRefreshClinic()
  const remove = useMutation({
    mutationFn: (isDeleted: boolean) => callFunction('delete-program', { programId: program.id, isDeleted }),
    onSuccess: (_answer, isDeleted) => {
      if (!isDeleted) return
      toast.success(texts.deleted, { action: { label: texts.undo, onClick: () => remove.mutate(false) } })
      onDone()
    },
    onError: (error) => toast.error(texts.deleteFailed, describeRefusal(error, texts.tryAgain)),
    onSettled: () => refresh(),
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden />
        {texts.delete}
      </Button>
      <AlertDialog
        open={isAsked}
        onOpenChange={(isOpen) => isOpen || remove.isPending || setAsked(false)}
        title={texts.deleteTitle(program.title)}
        consequence={texts.deleteText}
        safeLabel={texts.keep}
        actionLabel={texts.delete}
        isBusy={remove.isPending}
        onAction={() => remove.mutate(true)}
      />
    </>
  )
}

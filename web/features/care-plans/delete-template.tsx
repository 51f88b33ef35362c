import { useState } from 'react'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { OwnTemplate } from './queries.ts'
import { useDeleteTemplate } from './use-template-actions.ts'

const texts = carePlanTexts.templates

export function DeleteTemplate({ clinic, template }: { clinic: Clinic; template: OwnTemplate }) {
  const [isAsked, setAsked] = useState(false)
  const remove = useDeleteTemplate(clinic)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.deleteOf(template.title)}
        onClick={() => setAsked(true)}
      >
        {texts.delete}
      </Button>
      <AlertDialog
        open={isAsked}
        onOpenChange={(isOpen) => isOpen || remove.isPending || setAsked(false)}
        title={texts.deleteTitle(template.title)}
        consequence={texts.deleteText}
        safeLabel={texts.keep}
        actionLabel={texts.delete}
        isBusy={remove.isPending}
        onAction={() => remove.mutate(template, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}

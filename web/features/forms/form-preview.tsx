import { useState } from 'react'
import type { Answers } from '#domain/forms/forms.ts'
import type { SaveForm } from '#domain/forms/inputs.ts'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Questions } from './questions.tsx'

const texts = formTexts.editor
const noHealth: HealthInformation = {
  ...{ version: 0, allergies: '', medications: '', medicalConditions: '' },
  ...{ emergencyContact: '', emergencyPhone: '' },
}

/** The form as a patient sees it, to try out. @param form null while closed */
export function FormPreview({ form, onClose }: { form: SaveForm | null; onClose(): void }) {
  return (
    <Dialog open={form !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      {form && (
        <DialogContent title={form.title || formTexts.editor.newTitle} description={texts.previewLead}>
          <Tried form={form} />
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              {texts.closePreview}
            </Button>
          </DialogActions>
        </DialogContent>
      )}
    </Dialog>
  )
}

function Tried({ form }: { form: SaveForm }) {
  const [answers, setAnswers] = useState<Answers>({})
  return (
    <div className="space-y-6">
      <Questions
        fields={form.fields}
        answers={answers}
        errors={{}}
        health={noHealth}
        uploads={null}
        onAnswer={(id, answer) => setAnswers((before) => ({ ...before, [id]: answer }))}
      />
      <p className="border-t border-line pt-4 text-form">{formTexts.statement}</p>
    </div>
  )
}

import { feature } from '#server/clinic/feature.ts'
import { askForm } from './ask-form.ts'
import { formPdf } from './form-pdf.ts'
import { sendForms } from './notify-of-forms.ts'
import { removeFormFile } from './remove-form-file.ts'
import { saveAnswers } from './save-answers.ts'
import { saveForm } from './save-form.ts'
import { signForm } from './sign-form.ts'
import { withdrawForm } from './withdraw-form.ts'

export const formsFeature = feature({
  actions: [saveForm, askForm, withdrawForm, saveAnswers, removeFormFile, signForm, formPdf],
  jobs: [sendForms],
})

import { feature } from '#server/clinic/feature.ts'
import { copySharedContent } from './copy-shared-content.ts'
import { createContent } from './create-content.ts'
import { deleteContent } from './delete-content.ts'
import { contentExamples } from './examples/content-examples.ts'
import { copyContentExamples } from './examples/copy-content-examples.ts'
import { featureContent } from './feature-content.ts'
import { publishContent } from './publish-content.ts'
import { purgeContent } from './purge-content.ts'
import { saveContent } from './save-content.ts'
import { setContentCategory } from './set-content-category.ts'
import { setContentStatus } from './set-content-status.ts'
import { shareLibrary } from './share-library.ts'
import { sharedLibraries } from './shared-libraries.ts'
import { drawGoogleSlides } from './slides/draw-google-slides.ts'
import { drawPdf } from './slides/draw-pdf.ts'
import { importGoogleSlides } from './slides/import-google-slides.ts'
import { startSlidesImport } from './slides/start-slides-import.ts'

export const contentFeature = feature({
  actions: [
    createContent,
    saveContent,
    publishContent,
    setContentStatus,
    deleteContent,
    featureContent,
    setContentCategory,
    contentExamples,
    copyContentExamples,
    startSlidesImport,
    importGoogleSlides,
    shareLibrary,
    sharedLibraries,
    copySharedContent,
  ],
  jobs: [drawPdf, drawGoogleSlides, purgeContent],
})

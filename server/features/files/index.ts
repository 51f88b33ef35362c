import { feature } from '#server/clinic/feature.ts'
import { checkFiles } from './check-files.ts'
import { fileLinks } from './file-links.ts'
import { removeFile } from './remove-file.ts'
import { removeObjects } from './remove-objects.ts'
import { setAvatar } from './set-avatar.ts'
import { setClinicLogo } from './set-clinic-logo.ts'
import { shareFile } from './share-file.ts'
import { storageUse } from './storage-use.ts'

export const filesFeature = feature({
  actions: [fileLinks, setAvatar, storageUse, setClinicLogo, shareFile, removeFile],
  jobs: [removeObjects, checkFiles],
})

import { feature } from '#server/clinic/feature.ts'
import { checkSubdomain } from './check-subdomain.ts'
import { clinicSecurity } from './clinic-security.ts'
import { createClinicWithAdmin } from './create-clinic-with-admin.ts'
import { findClinics } from './find-clinics.ts'
import { markJoinPageViewed } from './mark-join-page-viewed.ts'
import { saveClinicBrand } from './save-clinic-brand.ts'
import { saveClinicMail } from './save-clinic-mail.ts'
import { updateClinicProfile } from './update-clinic-profile.ts'
import { updateClinicSecurity } from './update-clinic-security.ts'

export const clinicsFeature = feature({
  actions: [
    checkSubdomain,
    findClinics,
    createClinicWithAdmin,
    updateClinicProfile,
    markJoinPageViewed,
    clinicSecurity,
    saveClinicBrand,
    saveClinicMail,
    updateClinicSecurity,
  ],
})

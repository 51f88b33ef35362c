export const chargeClinicJob = 'statements.charge-clinic'

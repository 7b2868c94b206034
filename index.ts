export { PartnerHotelOAuth2Api } from './credentials/PartnerHotelOAuth2Api.credentials';
export { PartnerHotelBookings } from './nodes/PartnerHotelBookings/PartnerHotelBookings.node';
export { PartnerHotelContent } from './nodes/PartnerHotelContent/PartnerHotelContent.node';
export { PartnerHotelPms } from './nodes/PartnerHotelPms/PartnerHotelPms.node';
export { PartnerHotelReferenceData } from './nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
export { PartnerHotelSearch } from './nodes/PartnerHotelSearch/PartnerHotelSearch.node';
export { PartnerHotelEventTrigger } from './nodes/PartnerHotelEventTrigger/PartnerHotelEventTrigger.node';
export { PartnerHotelTrigger } from './nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';

export { PartnerHotelOAuth2Api } from './credentials/PartnerHotelOAuth2Api.credentials';
export { PartnerHotelBookings } from './nodes/PartnerHotelBookings/PartnerHotelBookings.node';
export { PartnerHotelTrigger } from './nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';

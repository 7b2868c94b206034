import { PartnerHotelOAuth2Api } from '../../credentials/PartnerHotelOAuth2Api.credentials';
import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { baseUrls } from '../support/baseUrls';
import { harness } from '../support/n8n';

const type = new PartnerHotelOAuth2Api();
const shown = type.properties.filter((property) => property.type !== 'hidden');

describe('the form', () => {
	it('shows what a hotelier can fill in, and nothing else', () => {
		expect(shown.map(({ displayName, type: kind }) => (kind === 'notice' ? 'notice' : displayName))).toEqual([
			'notice',
			'Base URL',
			'Separate Base URLs per API Area',
			'Content Base URL',
			'Reference Data Base URL',
			'Bookings (Read Reservation) Base URL',
			'Search Base URL',
			'PMS Base URL',
			'PMS Analytics Base URL',
			'PMS Integration Storage Base URL',
		]);
	});

	it("hides every part of n8n's OAuth2 form that has one right value here", () => {
		const hidden = type.properties.filter((property) => property.type === 'hidden');
		expect(Object.fromEntries(hidden.map((property) => [property.name, property.default]))).toMatchObject({
			grantType: 'clientCredentials',
			authentication: 'body',
			scope: '',
			sendAdditionalBodyProperties: false,
			useDynamicClientRegistration: false,
		});
	});

	it('translates the text n8n shows for a wrong pair', () => {
		const notice = shown.find(({ type: kind }) => kind === 'notice');
		expect(notice?.displayName).toContain('not authorized to request an authorization code');
		expect(notice?.displayName).toContain('the Client ID or Client Secret is wrong');
	});
});

describe('the token address', () => {
	it.each(baseUrls)('%s', async (_, baseUrl, expected) => {
		const credential = { baseUrl, clientId: 'id', clientSecret: 'secret' };
		const decrypted = await harness(new PartnerHotelBookings(), { credential }).decrypted();
		expect(decrypted.accessTokenUrl).toBe(`${expected}/auth/token`);
	});
});

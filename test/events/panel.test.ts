import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { PartnerHotelEventTrigger } from '../../nodes/PartnerHotelEventTrigger/PartnerHotelEventTrigger.node';

const { description } = new PartnerHotelEventTrigger();

function shown<T extends { name: string }>(list: readonly T[], parameters: INodeParameters): string[] {
	const chosen = { authentication: 'headerAuth', output: 'event', propertySelection: 'all', ...parameters };
	const isShown = (one: T) => NodeHelpers.displayParameter(chosen, one, null, description);
	return list.filter(isShown).map(({ name }) => name);
}

describe('the panel of the event trigger', () => {
	it.each<[INodeParameters, string[]]>([
		[{}, ['httpHeaderAuth']],
		[{ authentication: 'basicAuth' }, ['httpBasicAuth']],
		[{ authentication: 'none' }, []],
		[{ output: 'simplified' }, ['httpHeaderAuth', 'partnerHotelOAuth2Api']],
		[{ authentication: 'none', output: 'booking' }, ['partnerHotelOAuth2Api']],
		[{ authentication: 'none', output: 'reservation' }, ['partnerHotelOAuth2Api']],
	])('with %j, it asks for the credentials %j', (parameters, credentials) => {
		expect(shown(description.credentials ?? [], parameters)).toEqual(credentials);
	});

	it('says where the production address is, and why the button may be gray', () => {
		const notice = description.properties.find(({ name }) => name === 'addressNotice')?.displayName;
		for (const part of ['Webhook URLs', 'Production URL', 'Execute step', 'gray']) {
			expect(notice).toContain(part);
		}
	});

	it.each<[INodeParameters, boolean]>([
		[{}, false],
		[{ propertySelection: 'several' }, true],
		[{ propertySelection: 'several', output: 'simplified' }, false],
	])('with %j, it says that properties are entered by ID: %s', (parameters, isSaid) => {
		expect(shown(description.properties, parameters).includes('idsNotice')).toBe(isSaid);
	});
});

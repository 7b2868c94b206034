import type { Place } from '../places.mts';

/** The words of a hotel's offer, in the order of the keys below. */
interface Vocabulary {
	standard: string;
	superior: string;
	family: string;
	apartment: string;
	sharedPlace: string;
	bestPrice: string;
	nonRefundable: string;
	halfBoard: string;
	corporate: string;
	breakfast: string;
	dinner: string;
	transfer: string;
	parking: string;
	spa: string;
	fruit: string;
}

export type Word = keyof Vocabulary;

const ENGLISH: Vocabulary = {
	standard: 'Standard',
	superior: 'Superior',
	family: 'Family suite',
	apartment: 'Apartment',
	sharedPlace: 'Place in a shared room',
	bestPrice: 'Best offer of the day',
	nonRefundable: 'Non-refundable',
	halfBoard: 'Half board',
	corporate: 'Corporate',
	breakfast: 'Breakfast',
	dinner: 'Dinner',
	transfer: 'Airport transfer',
	parking: 'Parking',
	spa: 'Spa & sauna',
	fruit: 'Fruit platter',
};

const VOCABULARIES: Record<Place['words'], Vocabulary> = {
	en: ENGLISH,
	fr: {
		standard: 'Chambre standard',
		superior: 'Chambre supérieure',
		family: 'Suite familiale',
		apartment: 'Appartement',
		sharedPlace: 'Place en chambre partagée',
		bestPrice: 'Meilleure offre du jour',
		nonRefundable: 'Non remboursable',
		halfBoard: 'Demi-pension',
		corporate: 'Tarif entreprise',
		breakfast: 'Petit déjeuner',
		dinner: 'Dîner',
		transfer: 'Navette aéroport',
		parking: 'Parking',
		spa: 'Spa et sauna',
		fruit: 'Corbeille de fruits',
	},
	zh: {
		standard: '标准间',
		superior: '高级间',
		family: '家庭套房',
		apartment: '公寓',
		sharedPlace: '多人间床位',
		bestPrice: '当日最优价',
		nonRefundable: '不可退款',
		halfBoard: '半食宿',
		corporate: '企业协议价',
		breakfast: '早餐',
		dinner: '晚餐',
		transfer: '机场接送',
		parking: '停车',
		spa: '水疗与桑拿',
		fruit: '水果拼盘',
	},
	ne: {
		standard: 'स्ट्यान्डर्ड कोठा',
		superior: 'सुपेरियर कोठा',
		family: 'पारिवारिक सुइट',
		apartment: 'अपार्टमेन्ट',
		sharedPlace: 'साझा कोठामा ठाउँ',
		bestPrice: 'आजको उत्तम मूल्य',
		nonRefundable: 'फिर्ता नहुने',
		halfBoard: 'हाफ बोर्ड',
		corporate: 'कर्पोरेट दर',
		breakfast: 'बिहानको खाजा',
		dinner: 'बेलुकाको खाना',
		transfer: 'विमानस्थल यातायात',
		parking: 'पार्किङ',
		spa: 'स्पा र सौना',
		fruit: 'फलफूल थाली',
	},
	es: {
		standard: 'Habitación estándar',
		superior: 'Habitación superior',
		family: 'Suite familiar',
		apartment: 'Apartamento',
		sharedPlace: 'Plaza en habitación compartida',
		bestPrice: 'Mejor oferta del día',
		nonRefundable: 'No reembolsable',
		halfBoard: 'Media pensión',
		corporate: 'Tarifa de empresa',
		breakfast: 'Desayuno',
		dinner: 'Cena',
		transfer: 'Traslado al aeropuerto',
		parking: 'Aparcamiento',
		spa: 'Spa y sauna',
		fruit: 'Bandeja de fruta',
	},
	de: {
		standard: 'Standardzimmer',
		superior: 'Komfortzimmer',
		family: 'Familiensuite',
		apartment: 'Ferienwohnung',
		sharedPlace: 'Platz im Mehrbettzimmer',
		bestPrice: 'Tagesbestpreis',
		nonRefundable: 'Nicht erstattbar',
		halfBoard: 'Halbpension',
		corporate: 'Firmenrate',
		breakfast: 'Frühstück',
		dinner: 'Abendessen',
		transfer: 'Flughafentransfer',
		parking: 'Stellplatz',
		spa: 'Sauna & Spa',
		fruit: 'Obstteller',
	},
	ja: {
		standard: 'スタンダード',
		superior: 'スーペリア',
		family: 'ファミリースイート',
		apartment: 'アパートメント',
		sharedPlace: '相部屋の寝台',
		bestPrice: '本日の最安値',
		nonRefundable: '返金不可',
		halfBoard: '一泊二食付き',
		corporate: '法人料金',
		breakfast: '朝食',
		dinner: '夕食',
		transfer: '空港送迎',
		parking: '駐車場',
		spa: 'スパとサウナ',
		fruit: 'フルーツ盛り合わせ',
	},
	pt: {
		standard: 'Quarto padrão',
		superior: 'Quarto superior',
		family: 'Suíte família',
		apartment: 'Apartamento',
		sharedPlace: 'Vaga em quarto compartilhado',
		bestPrice: 'Melhor oferta do dia',
		nonRefundable: 'Não reembolsável',
		halfBoard: 'Meia pensão',
		corporate: 'Tarifa corporativa',
		breakfast: 'Café da manhã',
		dinner: 'Jantar',
		transfer: 'Traslado do aeroporto',
		parking: 'Estacionamento',
		spa: 'Spa e sauna',
		fruit: 'Cesta de frutas',
	},
	ar: {
		standard: 'غرفة قياسية',
		superior: 'غرفة مميزة',
		family: 'جناح عائلي',
		apartment: 'شقة',
		sharedPlace: 'سرير في غرفة مشتركة',
		bestPrice: 'أفضل عرض لليوم',
		nonRefundable: 'غير قابل للاسترداد',
		halfBoard: 'نصف إقامة',
		corporate: 'سعر الشركات',
		breakfast: 'إفطار',
		dinner: 'عشاء',
		transfer: 'نقل من المطار',
		parking: 'موقف سيارات',
		spa: 'سبا وساونا',
		fruit: 'طبق فواكه',
	},
};

/** The word in the property's own language and in English. */
export function bilingual(words: Place['words'], word: Word): { own: string; en: string } {
	return { own: VOCABULARIES[words][word], en: ENGLISH[word] };
}

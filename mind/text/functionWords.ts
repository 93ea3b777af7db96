/**
 * The most common function words of languages in Latin script: twenty or thirty from each list of the stopwords-iso project
 * (github.com/stopwords-iso, MIT), without English words. "Die" counts only with its capital.
 */
export const FUNCTION_WORDS = {
  de: "Die der das und nicht ist ich sie wir mit auf ein eine den dem von zu für sich auch es haben sind wird wurde aber oder bei nach noch kein mein er",
  fr: "de la le les et des est un une je il elle nous vous dans que qui pas sur avec ce cette au aux du mais très sont être en ne mon",
  es: "de la el los las que y en un una es por para se lo su del está pero muy mi como más al le fue",
  pt: "de que o um uma em não da dos das com para por se mais foi ao muito está são eu na ele meu minha isso como é também",
  it: "di che il la un una è sono del della gli si nel ho più anche mi alla le dei io ma questo molto",
  nl: "de het een en niet ik dat zijn voor ook aan maar naar je er op wordt hij wij deze bij geen heeft nog te hebben mijn ze",
  sv: "och att det som en är jag på inte för med av den har ett om var hade han hon från ska kan mycket",
  da: "og det er jeg ikke til en på med af som har den hun han et de var skal fra blev meget også kan vi",
  no: "og det er jeg ikke til en på med av som har den hun han et de var skal fra ble meget også kan vi",
  fi: "ja ei se että oli hän minä ovat mutta kun niin myös olen joka mitä kuin jos sen tämä nyt ole ollut",
  pl: "nie się jest na w że z jak jestem był była są czy po dla jego przez oraz tak już mnie ma od jej za",
  cs: "je se na že jsem není jako si byl byla jsou jeho tak už jsme za ve po která být z o",
  tr: "bir ve bu çok için de da değil ne daha gibi ile var ama o kadar sonra olarak olan en şey",
  id: "yang dan di ini itu dengan untuk tidak dari saya dalam akan ada pada adalah juga ke bisa karena sudah kami mereka oleh sangat",
  ro: "de în la nu este pe cu un o să din mai pentru sunt au dar fost că prin foarte ce lui",
  hu: "az és hogy nem egy de ez meg csak már vagy nagyon azt el kell még minden lesz",
  vi: "là và của không có tôi một được cho các này những trong đã với người rất để đó cũng khi",
} satisfies Readonly<Record<string, string>>;
